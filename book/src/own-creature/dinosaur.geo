// A small dinosaur, drawn as one closed curve through a few points. Units are of no matter.
size = 0.16;

// The outline, counterclockwise, from the tip of the tail along the belly.
Point(1)  = {0.00, 1.30, 0, size};
Point(2)  = {0.70, 1.02, 0, size};
Point(3)  = {1.15, 0.55, 0, size};
Point(4)  = {1.15, 0.00, 0, size};   // hind foot
Point(5)  = {1.75, 0.00, 0, size};
Point(6)  = {1.80, 0.55, 0, size};
Point(7)  = {2.30, 0.72, 0, size};   // belly
Point(8)  = {2.75, 0.55, 0, size};
Point(9)  = {2.80, 0.00, 0, size};   // fore foot
Point(10) = {3.35, 0.00, 0, size};
Point(11) = {3.42, 0.75, 0, size};
Point(12) = {3.65, 1.30, 0, size};   // throat
Point(13) = {3.95, 1.75, 0, size};
Point(14) = {4.50, 1.72, 0, size};   // snout
Point(15) = {4.55, 2.05, 0, size};
Point(16) = {4.00, 2.30, 0, size};   // crown
Point(17) = {3.40, 2.05, 0, size};
Point(18) = {3.00, 1.55, 0, size};   // back
Point(19) = {2.20, 1.50, 0, size};
Point(20) = {1.20, 1.45, 0, size};
Point(21) = {0.50, 1.42, 0, size};

Spline(1) = {1, 2, 3, 4};
Line(2)   = {4, 5};
Spline(3) = {5, 6, 7, 8, 9};
Line(4)   = {9, 10};
Spline(5) = {10, 11, 12, 13, 14};
Spline(6) = {14, 15, 16, 17, 18, 19, 20, 21, 1};

Curve Loop(1) = {1 : 6};
Plane Surface(1) = {1};
